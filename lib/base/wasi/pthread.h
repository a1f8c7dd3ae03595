/* pthread.h - locks of the only thread there is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_PTHREAD_H
#define BL_BASE_WASI_PTHREAD_H

#include <errno.h>
#include <sys/types.h>

#define PTHREAD_MUTEX_INITIALIZER \
    {                             \
        0                         \
    }
#define PTHREAD_ONCE_INIT 0
#define pthread_self() ((pthread_t)0)
#define pthread_equal(a, b) ((void)(a), (void)(b), 1)
#define pthread_mutex_init(mutex, attributes) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_cond_init(cond, attributes) ((void)(cond))
#define pthread_cond_destroy(cond) ((void)(cond))
#define pthread_cond_wait(cond, mutex) ((void)(cond))
#define pthread_cond_broadcast(cond) ((void)(cond))

/* There cannot be another one: callers do the work themselves. */
#define pthread_create(thread, attributes, work, context) ((void)(thread), (void)(work), EAGAIN)
#define pthread_join(thread, result) ((void)(thread))

static inline int pthread_once(pthread_once_t *once, void (*work)(void))
{
    if (!*once)
        work();
    *once = 1;
    return 0;
}

#endif
