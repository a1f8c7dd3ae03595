/* kernels.cl - kernels of OpenCL C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
constant float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};

kernel void scale(global float4 *values, float by, local float4 *parts)
{
    size_t i = get_global_id(0);
    size_t l = get_local_id(0);
    parts[l] = values[i] * by;
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = parts[l];
    for (int k = 0; k < 4; k++)
        sum += parts[k] * weights[k];
    values[i] = sum;
}

kernel void choose(global int4 *out, global const int4 *a, global const int4 *b)
{
    size_t i = get_global_id(0);
    int4 smaller = a[i] < b[i] ? a[i] : b[i];
    out[i] = convert_int4(convert_float4(smaller) * 0.5f);
}

kernel void transpose(global float *out, global const float *in, unsigned n)
{
    local float tile[16][17];
    size_t x = get_global_id(0);
    size_t y = get_global_id(1);
    tile[get_local_id(1)][get_local_id(0)] = in[y * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[x * n + y] = tile[get_local_id(0)][get_local_id(1)];
}

kernel void count(global volatile int *counts, global const uchar *bytes, int n)
{
    private int seen[8] = {0};
    for (int i = (int)get_global_id(0); i < n; i += 32)
        seen[bytes[i] & 7]++;
    for (int b = 0; b < 8; b++)
        counts[b] += seen[b];
}
