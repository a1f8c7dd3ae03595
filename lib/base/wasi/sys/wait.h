/* sys/wait.h - no process has others
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_WAIT_H
#define BL_BASE_WASI_WAIT_H

#define waitpid(pid, status, options) ((void)(pid), (void)(status), -1)
#define WIFEXITED(status) ((void)(status), 0)
#define WEXITSTATUS(status) ((void)(status), 0)
#define WIFSIGNALED(status) ((void)(status), 0)
#define WTERMSIG(status) ((void)(status), 0)

#endif
