// kernels.cl - OpenCL for compilers: kernels, address spaces, vectors, images, samplers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));

__constant float weights[3] = {0.25f, 0.5f, 0.25f};
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, int2);
__constant sampler_t nearest = 0x10;

struct pair {
    int a;
    float4 b;
};

float blend(__private float *p, __global const float *g, int n) {
    return *p * weights[n % 3] + g[n];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1), vec_type_hint(float4)))
void scale(__global float *restrict out, __global const float *in, __local float *cache, const int n,
           __constant int *offsets, struct pair p) {
    float first = in[n];
    __local float shared[16];
    shared[n & 15] = blend(&first, in, n);
    cache[n] = shared[0] / 3.0f;
    out[n + offsets[1]] = cache[n] + p.b.z;
    out[n] = p.b.xyzw.lo.y;
}

__kernel void picture(read_only image2d_t image, __write_only image2d_t to, int2 at, __global float4 *out) {
    float4 v = read_imagef(image, nearest, at);
    out[at.x] = v.wzyx * (float4)(1.0f, 2.0f, 3.0f, 4.0f);
}
