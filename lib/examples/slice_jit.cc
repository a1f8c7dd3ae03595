/* examples/slice_jit.cc - call a function of a large module by LLVM's LLJIT: sliced, or read lazily
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   g++ -std=c++17 -fno-exceptions -fno-rtti slice_jit.cc $(pkg-config --cflags --libs bitleap) \
 *       -I/usr/lib/llvm-22/include -L/usr/lib/llvm-22/lib -lLLVM-22
 *   ./a.out slice FILE NAME NUMBER
 *   ./a.out lazy FILE NAME NUMBER
 *
 * NAME is a function that takes an int and returns one. Both ways compile it with what it refers
 * to, and print the result, how long it took from a file that is not open to the module and to the
 * result, and how often a page was touched for the first time up to the module.
 */
#include <bitleap.h>

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace llvm;

[[noreturn]] static void fail(const char *what)
{
    fprintf(stderr, "slice_jit: %s\n", what);
    exit(1);
}

static void need(int status, const bl_error &err)
{
    if (status < 0)
        fail(err.what);
}

template <typename T> static T need(Expected<T> value)
{
    if (!value)
        fail(toString(value.takeError()).c_str());
    return std::move(*value);
}

static void need(Error error)
{
    if (error)
        fail(toString(std::move(error)).c_str());
}

/* The function with all that it refers to, made by Bitleap and read by LLVM. */
static std::unique_ptr<Module> sliced(LLVMContext &context, const char *path, const char *name)
{
    bl_error err;
    bl_module *module;
    bl_slice *slice;
    bl_view bytes;
    uint32_t value;
    need(bl_module_open_file(&module, path, nullptr, 0, &err), err);
    int rc = bl_module_find(module, bl_view{reinterpret_cast<const uint8_t *>(name), strlen(name)},
                            &value, &err);
    need(rc, err);
    if (rc == 0)
        fail("no such function");
    need(bl_slice_open(&slice, module, BL_SLICE_RECURSIVE | BL_SLICE_WITH_GLOBALS, &err), err);
    need(bl_slice_add(slice, value, &err), err);
    need(bl_slice_make(slice, &bytes, nullptr, &err), err);
    StringRef text(reinterpret_cast<const char *>(bytes.data), bytes.size);
    SMDiagnostic diagnostic;
    std::unique_ptr<Module> result = parseIR(MemoryBufferRef(text, name), diagnostic, context);
    bl_slice_close(slice);
    bl_module_close(module);
    if (!result)
        fail(diagnostic.getMessage().str().c_str());
    return result;
}

static void add_used(const Value *user, std::vector<GlobalValue *> &todo)
{
    for (const Use &use : cast<User>(user)->operands()) {
        if (auto *global = dyn_cast<GlobalValue>(use.get()))
            todo.push_back(global);
        else if (isa<Constant>(use.get()) && !isa<BlockAddress>(use.get()))
            add_used(use.get(), todo);
    }
}

/* The same by LLVM alone: what is reached is materialized, and all other bodies go. */
static std::unique_ptr<Module> lazily(LLVMContext &context, const char *path, const char *name)
{
    SMDiagnostic diagnostic;
    std::unique_ptr<Module> module = getLazyIRFileModule(path, diagnostic, context);
    if (!module)
        fail(diagnostic.getMessage().str().c_str());
    need(module->materializeMetadata());
    std::vector<GlobalValue *> todo{module->getNamedValue(name)};
    if (!todo[0])
        fail("no such function");
    while (!todo.empty()) {
        GlobalValue *global = todo.back();
        todo.pop_back();
        auto *function = dyn_cast<Function>(global);
        if (!function || !function->isMaterializable())
            continue;
        need(function->materialize());
        for (BasicBlock &block : *function)
            for (Instruction &instruction : block)
                add_used(&instruction, todo);
    }
    for (Function &function : *module)
        if (function.isMaterializable())
            function.deleteBody();
    need(module->materializeAll());
    return module;
}

static long count_faults()
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

static double milliseconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

int main(int argc, char **argv)
{
    std::string how = argc == 5 ? argv[1] : "";
    if (how != "slice" && how != "lazy")
        fail("usage: slice_jit slice|lazy FILE NAME NUMBER");
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    std::unique_ptr<orc::LLJIT> jit = need(orc::LLJITBuilder().create());
    auto context = std::make_unique<LLVMContext>();
    auto start = std::chrono::steady_clock::now();
    long n_before = count_faults();
    auto module =
        how == "slice" ? sliced(*context, argv[2], argv[3]) : lazily(*context, argv[2], argv[3]);
    long n_faults = count_faults() - n_before;
    double until_module = milliseconds_since(start);
    module->setTargetTriple(jit->getTargetTriple());
    module->setDataLayout(jit->getDataLayout());
    need(jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))));
    auto *function = need(jit->lookup(argv[3])).toPtr<int (*)(int)>();
    int result = function(atoi(argv[4]));
    printf("%d\n", result);
    fprintf(stderr, "%s: module after %.2f ms and %ld page faults, result after %.2f ms\n",
            how.c_str(), until_module, n_faults, milliseconds_since(start));
    return 0;
}
