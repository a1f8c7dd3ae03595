/* device.cu - kernels for a GPU, without CUDA's headers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))
#define CONSTANT __attribute__((constant))

struct point {
    float x, y, z;
};

CONSTANT float weights[16];
DEVICE int n_seen;

template <typename T> DEVICE static T clamp(T value, T low, T high)
{
    return value < low ? low : value > high ? high : value;
}

DEVICE static unsigned place()
{
    return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
}

GLOBAL void saxpy(float a, const float *__restrict x, float *__restrict y, int n)
{
    unsigned i = place();
    if (i < (unsigned)n)
        y[i] = a * x[i] + y[i];
}

GLOBAL void sum(const float *x, float *out, int n)
{
    SHARED static float parts[256];
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
    float s = 0;
    for (unsigned i = place(); i < (unsigned)n; i += 256)
        s += x[i] * weights[i % 16];
    parts[t] = s;
    __syncthreads();
    for (unsigned step = 128; step > 0; step /= 2) {
        if (t < step)
            parts[t] += parts[t + step];
        __syncthreads();
    }
    if (t == 0)
        __nvvm_atom_add_gen_f(out, parts[0]);
}

GLOBAL void move(point *points, int n, point by)
{
    unsigned i = place();
    if (i >= (unsigned)n)
        return;
    point p = points[i];
    p.x = clamp(p.x + by.x, 0.0f, 1.0f);
    p.y = clamp(p.y + by.y, 0.0f, 1.0f);
    p.z = __nvvm_fabs_f(p.z - by.z);
    points[i] = p;
    __nvvm_atom_add_gen_i(&n_seen, 1);
}

GLOBAL void histogram(const unsigned char *bytes, unsigned *bins, int n)
{
    unsigned local[4] = {0, 0, 0, 0};
    for (unsigned i = place(); i < (unsigned)n; i += 64)
        local[bytes[i] >> 6]++;
    for (int b = 0; b < 4; b++)
        __nvvm_atom_add_gen_i((int *)&bins[b], (int)local[b]);
}
