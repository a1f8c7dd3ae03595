/* sys/resource.h - limits that are not known
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_RESOURCE_H
#define BL_BASE_WASI_RESOURCE_H

struct rlimit {
    unsigned long long rlim_cur;
};
#define RLIMIT_NOFILE 7
#define getrlimit(resource, limit) ((void)(limit), -1)

#endif
