// tasks.cpp - C++ for compilers: coroutines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#if __clang_major__ < 15
#define NS std::experimental
namespace std { namespace experimental {
#else
#define NS std
namespace std { inline namespace coroutines {
#endif
template <typename R, typename...> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <typename P = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
    void *frame = nullptr;
    static coroutine_handle from_address(void *p) noexcept { coroutine_handle h; h.frame = p; return h; }
    void *address() const noexcept { return frame; }
    void resume() const { __builtin_coro_resume(frame); }
    void destroy() const { __builtin_coro_destroy(frame); }
    bool done() const { return __builtin_coro_done(frame); }
};
template <typename P> struct coroutine_handle : coroutine_handle<> {
    static coroutine_handle from_address(void *p) noexcept { coroutine_handle h; h.frame = p; return h; }
    static coroutine_handle from_promise(P &p) {
        coroutine_handle h;
        h.frame = __builtin_coro_promise(reinterpret_cast<char *>(&p), alignof(P), true);
        return h;
    }
    P &promise() const { return *static_cast<P *>(__builtin_coro_promise(frame, alignof(P), false)); }
};
struct suspend_always {
    bool await_ready() noexcept { return false; }
    void await_suspend(coroutine_handle<>) noexcept {}
    void await_resume() noexcept {}
};
}} // namespaces

struct Task {
    struct promise_type {
        int value = 0;
        Task get_return_object() { return {NS::coroutine_handle<promise_type>::from_promise(*this)}; }
        NS::suspend_always initial_suspend() { return {}; }
        NS::suspend_always final_suspend() noexcept { return {}; }
        NS::suspend_always yield_value(int v) { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    NS::coroutine_handle<promise_type> handle;
    ~Task() { if (handle.frame) handle.destroy(); }
};

struct Noisy { int n; ~Noisy(); };

Task numbers(int n, Noisy noisy) {
    for (int i = 0; i < n; i++) {
        Noisy local{i};
        co_yield i + noisy.n;
    }
    co_await NS::suspend_always{};
}

int sum(int n) {
    Task t = numbers(n, Noisy{2});
    int total = 0;
    while (!t.handle.done()) {
        t.handle.resume();
        total += t.handle.promise().value;
    }
    return total;
}
