// device.cu - CUDA device code for compilers, without its headers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __host__ __attribute__((host))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

__constant__ float coefficients[4] = {1.0f, 0.5f, 0.25f, 0.125f};
__device__ int counter = 1;

template <typename T> __device__ T smaller(T a, T b) { return a < b ? a : b; }

struct Particle {
    float x, y, z;
    __device__ float norm() const { return x * x + y * y + z * z; }
};

__device__ float across(float v) {
    __shared__ float tile[32];
    int lane = __nvvm_read_ptx_sreg_tid_x();
    tile[lane] = v;
    __nvvm_bar_sync(0);
    return tile[31 - lane];
}

__global__ void __launch_bounds__(256, 2) step(Particle *p, const float *__restrict f, int n) {
    int i = __nvvm_read_ptx_sreg_ctaid_x() * 256 + __nvvm_read_ptx_sreg_tid_x();
    if (i >= n)
        return;
    p[i].x += coefficients[i & 3] * f[i] / (1.0f + p[i].norm());
    p[i].y = across(smaller(p[i].y, 2.0f));
    __nvvm_atom_add_gen_i(&counter, 1);
    asm volatile("membar.gl;" ::: "memory");
}
