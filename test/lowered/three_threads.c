/* lowered/three_threads.c - threads, a mutex, what is thread-local
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local unsigned own;
static unsigned long total;

static void *work(void *data)
{
    for (int i = 0; i < 500; i++)
        own += (unsigned)(i * *(int *)data);
    pthread_mutex_lock(&lock);
    total += own;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    int numbers[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%lu %u\n", total, own);
    return 0;
}
