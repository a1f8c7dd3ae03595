/* engine_llvm.cc - LLVM's bitstream reader, as shipped (S) and compiled in here (G, H)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * S takes records from the shared library: BitstreamCursor::readRecord and skipRecord. G has these
 * two written anew over the primitives that LLVM's headers define inline, so that the compiler sees
 * all of a record's work at once. As LLVM does, it appends values one by one to a SmallVector. H is
 * the same, but stores runs of values straight into room made before: the most that can be had from
 * these headers. Blocks and abbreviations are the cursor's in all. One shared object for each
 * version of LLVM; bench/README.md says how they are built.
 */
#include "engine.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitstream/BitstreamReader.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <map>
#include <memory>
#include <vector>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define NAME "llvm" TEXT(LLVM_VERSION_MAJOR)

namespace
{

using llvm::BitCodeAbbrevOp;
using llvm::BitstreamCursor;
using llvm::BitstreamEntry;

/* All that a function calls becomes part of it: by itself the compiler stops half way. */
#define FLAT __attribute__((flatten))

struct Reader {
    llvm::ArrayRef<uint8_t> bytes;
    BitstreamCursor cursor;
    llvm::BitstreamBlockInfo info;
    llvm::SmallVector<uint64_t, 64> values;
    llvm::StringRef blob;

    bool at_end() const
    {
        return bytes.size() * 8 - cursor.GetCurrentBitNo() < 64;
    }
};

/* The value, or false where there is none. */
template <class From, class To> inline bool take(llvm::Expected<From> from, To &to)
{
    if (!from) {
        llvm::consumeError(from.takeError());
        return false;
    }
    to = *from;
    return true;
}

inline bool take_pointer(llvm::Expected<std::unique_ptr<llvm::Module>> from,
                         std::unique_ptr<llvm::Module> &to)
{
    if (!from) {
        llvm::consumeError(from.takeError());
        return false;
    }
    to = std::move(*from);
    return true;
}

inline bool good(llvm::Error error)
{
    if (!error)
        return true;
    llvm::consumeError(std::move(error));
    return false;
}

/* ---- Records ---- */

struct Shipped {
    static bool read(Reader &r, unsigned id, unsigned &code)
    {
        return take(r.cursor.readRecord(id, r.values, &r.blob), code);
    }
    static bool skip(Reader &r, unsigned id, unsigned &code)
    {
        return take(r.cursor.skipRecord(id), code);
    }
};

inline bool read_scalar(BitstreamCursor &c, const BitCodeAbbrevOp &op, uint64_t &value)
{
    if (op.isLiteral()) {
        value = op.getLiteralValue();
        return true;
    }
    switch (op.getEncoding()) {
    case BitCodeAbbrevOp::Fixed: return take(c.Read(op.getEncodingData()), value);
    case BitCodeAbbrevOp::VBR: return take(c.ReadVBR64(op.getEncodingData()), value);
    case BitCodeAbbrevOp::Char6:
        if (!take(c.Read(6), value))
            return false;
        value = BitCodeAbbrevOp::DecodeChar6(value);
        return true;
    default: return false;
    }
}

template <class Take>
inline bool read_elements(BitstreamCursor &c, const BitCodeAbbrevOp &op, uint64_t n,
                          Take take_value)
{
    switch (op.getEncoding()) {
    case BitCodeAbbrevOp::Fixed:
        for (uint64_t value = 0; n > 0 && take(c.Read(op.getEncodingData()), value); n--)
            take_value(value);
        break;
    case BitCodeAbbrevOp::VBR:
        for (uint64_t value = 0; n > 0 && take(c.ReadVBR64(op.getEncodingData()), value); n--)
            take_value(value);
        break;
    case BitCodeAbbrevOp::Char6:
        for (unsigned value = 0; n > 0 && take(c.Read(6), value); n--)
            take_value(BitCodeAbbrevOp::DecodeChar6(value));
        break;
    default: return false;
    }
    return n == 0;
}

inline bool skip_elements(BitstreamCursor &c, const BitCodeAbbrevOp &op, uint64_t n)
{
    if (op.getEncoding() == BitCodeAbbrevOp::VBR)
        return read_elements(c, op, n, [](uint64_t) {});
    uint64_t width = op.getEncoding() == BitCodeAbbrevOp::Char6 ? 6 : op.getEncodingData();
    return good(c.JumpToBit(c.GetCurrentBitNo() + n * width));
}

inline bool read_blob(BitstreamCursor &c, llvm::StringRef &blob)
{
    uint32_t size = 0;
    if (!take(c.ReadVBR(6), size) || !good(c.JumpToBit((c.GetCurrentBitNo() + 31) & ~31ULL)))
        return false;
    uint64_t begin = c.getCurrentByteNo();
    uint64_t end = begin + ((uint64_t(size) + 3) & ~3ULL);
    if (end > c.SizeInBytes())
        return false;
    blob = llvm::StringRef(reinterpret_cast<const char *>(c.getPointerToByte(begin, size)), size);
    return good(c.JumpToBit(end * 8));
}

/* Append N values, which READ gives to the function that it is called with. */
template <bool straight, class Read>
inline bool put(llvm::SmallVectorImpl<uint64_t> &values, uint64_t n, Read read)
{
    if constexpr (!straight) {
        values.reserve(values.size() + n);
        return read([&](uint64_t value) { values.push_back(value); });
    }
    size_t before = values.size();
    values.resize_for_overwrite(before + n);
    uint64_t *out = values.data() + before;
    return read([&](uint64_t value) { *out++ = value; });
}

template <bool straight> struct Inlined {
    FLAT static bool read_unabbreviated(BitstreamCursor &c, llvm::SmallVectorImpl<uint64_t> &values,
                                        unsigned &code)
    {
        uint32_t n = 0;
        if (!take(c.ReadVBR(6), code) || !take(c.ReadVBR(6), n) || n > c.SizeInBytes() * 8)
            return false;
        return put<straight>(values, n, [&](auto take_value) {
            return read_elements(c, BitCodeAbbrevOp(BitCodeAbbrevOp::VBR, 6), n, take_value);
        });
    }
    static bool read_tail(Reader &r, const llvm::BitCodeAbbrev &abbrev, unsigned i)
    {
        uint32_t n = 0;
        if (abbrev.getOperandInfo(i).getEncoding() == BitCodeAbbrevOp::Blob)
            return read_blob(r.cursor, r.blob);
        if (!take(r.cursor.ReadVBR(6), n) || n > r.cursor.SizeInBytes() * 8)
            return false;
        return put<straight>(r.values, n, [&](auto take_value) {
            return read_elements(r.cursor, abbrev.getOperandInfo(i + 1), n, take_value);
        });
    }
    static bool is_tail(const BitCodeAbbrevOp &op)
    {
        return op.isEncoding() && (op.getEncoding() == BitCodeAbbrevOp::Array ||
                                   op.getEncoding() == BitCodeAbbrevOp::Blob);
    }
    static bool skip_tail(BitstreamCursor &c, const llvm::BitCodeAbbrev &abbrev, unsigned i)
    {
        uint32_t n = 0;
        llvm::StringRef blob;
        if (abbrev.getOperandInfo(i).getEncoding() == BitCodeAbbrevOp::Blob)
            return read_blob(c, blob);
        return take(c.ReadVBR(6), n) && skip_elements(c, abbrev.getOperandInfo(i + 1), n);
    }
    FLAT static bool skip_unabbreviated(BitstreamCursor &c, unsigned &code)
    {
        uint32_t n = 0;
        if (!take(c.ReadVBR(6), code) || !take(c.ReadVBR(6), n))
            return false;
        for (uint64_t value = 0; n > 0; n--)
            if (!take(c.ReadVBR64(6), value))
                return false;
        return true;
    }
    /* KEEP: its operands come to be r.values. */
    template <bool KEEP> static bool pass_record(Reader &r, unsigned id, unsigned &code)
    {
        BitstreamCursor &c = r.cursor;
        if (id == llvm::bitc::UNABBREV_RECORD)
            return KEEP ? read_unabbreviated(c, r.values, code) : skip_unabbreviated(c, code);
        const llvm::BitCodeAbbrev *abbrev;
        uint64_t value = 0;
        if (!take(c.getAbbrev(id), abbrev) || !read_scalar(c, abbrev->getOperandInfo(0), value))
            return false;
        code = unsigned(value);
        for (unsigned i = 1, n = abbrev->getNumOperandInfos(); i < n; i++) {
            const BitCodeAbbrevOp &op = abbrev->getOperandInfo(i);
            if (is_tail(op))
                return KEEP ? read_tail(r, *abbrev, i) : skip_tail(c, *abbrev, i);
            if (!read_scalar(c, op, value))
                return false;
            if (KEEP)
                r.values.push_back(value);
        }
        return true;
    }
    FLAT static bool read(Reader &r, unsigned id, unsigned &code)
    {
        return pass_record<true>(r, id, code);
    }
    FLAT static bool skip(Reader &r, unsigned id, unsigned &code)
    {
        return pass_record<false>(r, id, code);
    }
};

template <class Records> inline bool read_record(Reader &r, unsigned id, bench_sink *sink)
{
    unsigned code = 0;
    r.values.clear();
    r.blob = llvm::StringRef();
    if (!Records::read(r, id, code))
        return false;
    bench_take_record(sink, code, r.values.data(), r.values.size());
    if (r.blob.data())
        bench_take_blob(sink, reinterpret_cast<const uint8_t *>(r.blob.data()), r.blob.size());
    return true;
}

/* ---- Streams ---- */

/* What a walk does with the blocks and records it meets. */
template <class Records> struct ReadAll {
    bench_sink *sink;
    bool block(unsigned id)
    {
        bench_take_block(sink, id);
        return true;
    }
    bool record(Reader &r, unsigned id, unsigned)
    {
        return read_record<Records>(r, id, sink);
    }
};

template <class Records> struct SkipAll {
    bench_sink *sink;
    bool block(unsigned id)
    {
        bench_take_block(sink, id);
        return true;
    }
    bool record(Reader &r, unsigned id, unsigned)
    {
        unsigned code = 0;
        if (!Records::skip(r, id, code))
            return false;
        bench_take_code(sink, code);
        return true;
    }
};

struct Tally {
    uint32_t blocks;
    uint64_t records;
};

template <class Records> struct Count {
    std::vector<Tally> tally;
    bool block(unsigned id)
    {
        if (id > UINT16_MAX)
            return false;
        if (id >= tally.size())
            tally.resize(id + 1);
        tally[id].blocks++;
        return true;
    }
    bool record(Reader &r, unsigned id, unsigned block_id)
    {
        unsigned code = 0;
        tally[block_id].records++;
        return Records::skip(r, id, code);
    }
};

void begin(Reader &r)
{
    r.cursor = BitstreamCursor(r.bytes);
    r.cursor.setBlockInfo(&r.info);
    r.info = llvm::BitstreamBlockInfo();
    (void)good(r.cursor.JumpToBit(32));
}

bool read_blockinfo(Reader &r)
{
    std::optional<llvm::BitstreamBlockInfo> info;
    if (!take(r.cursor.ReadBlockInfoBlock(), info) || !info)
        return false;
    r.info = std::move(*info);
    return true;
}

/* All entries of the block that was entered, and of those in it. */
template <class Visitor> bool walk_block(Reader &r, Visitor &visitor, unsigned block_id)
{
    std::vector<unsigned> around;
    for (BitstreamEntry entry = BitstreamEntry::getError();;) {
        if (!take(r.cursor.advance(), entry))
            return false;
        switch (entry.Kind) {
        case BitstreamEntry::Record:
            if (!visitor.record(r, entry.ID, block_id))
                return false;
            break;
        case BitstreamEntry::SubBlock:
            if (!visitor.block(entry.ID))
                return false;
            if (entry.ID == llvm::bitc::BLOCKINFO_BLOCK_ID) {
                if (!read_blockinfo(r))
                    return false;
                break;
            }
            if (!good(r.cursor.EnterSubBlock(entry.ID)))
                return false;
            around.push_back(block_id);
            block_id = entry.ID;
            break;
        case BitstreamEntry::EndBlock:
            if (around.empty())
                return true;
            block_id = around.back();
            around.pop_back();
            break;
        default: return false;
        }
    }
}

/* Calls ENTERED after the header of each top-level block but BLOCKINFO. */
template <class Block, class Entered> bool top_level(Reader &r, Block block, Entered entered)
{
    begin(r);
    while (!r.at_end()) {
        BitstreamEntry entry = BitstreamEntry::getError();
        if (!take(r.cursor.advance(), entry) || entry.Kind != BitstreamEntry::SubBlock ||
            !block(entry.ID))
            return false;
        if (entry.ID == llvm::bitc::BLOCKINFO_BLOCK_ID
                ? !read_blockinfo(r)
                : !good(r.cursor.EnterSubBlock(entry.ID)) || !entered(entry.ID))
            return false;
    }
    return true;
}

template <class Visitor> bool walk(Reader &r, Visitor &visitor)
{
    return top_level(
        r, [&](unsigned id) { return visitor.block(id); },
        [&](unsigned id) { return walk_block(r, visitor, id); });
}

template <class Visitor> int run_walk(void *state, const bench_task *, bench_sink *sink)
{
    Visitor visitor{sink};
    return walk(*static_cast<Reader *>(state), visitor) ? 0 : -1;
}

void take_tally(bench_sink *sink, const std::vector<Tally> &tally)
{
    for (size_t id = 1; id < tally.size(); id++)
        if (tally[id].blocks)
            bench_take_count(sink, tally[id].blocks, tally[id].records);
}

template <class Records> int run_tally(void *state, const bench_task *, bench_sink *sink)
{
    Count<Records> count;
    if (!walk(*static_cast<Reader *>(state), count))
        return -1;
    take_tally(sink, count.tally);
    return 0;
}

template <class Records> int run_tally_all(void *state, const bench_task *task, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    Count<Records> count;
    for (size_t i = 0; i < task->n_streams; i++) {
        r.bytes = llvm::ArrayRef<uint8_t>(task->streams[i].data, task->streams[i].size);
        if (!walk(r, count))
            return -1;
    }
    take_tally(sink, count.tally);
    return 0;
}

/* The entries of a top-level block: SUB_BLOCK leaps or enters; RECORD. */
template <class SubBlock, class Record>
bool own_entries(Reader &r, SubBlock sub_block, Record record)
{
    for (BitstreamEntry entry = BitstreamEntry::getError();;) {
        if (!take(r.cursor.advance(), entry))
            return false;
        if (entry.Kind == BitstreamEntry::EndBlock)
            return true;
        if (entry.Kind == BitstreamEntry::Record
                ? !record(entry.ID)
                : entry.Kind != BitstreamEntry::SubBlock || !sub_block(entry.ID))
            return false;
    }
}

template <class Records, bool reading>
int run_index(void *state, const bench_task *, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    auto block = [&](unsigned id) {
        bench_take_block(sink, id);
        return true;
    };
    auto leap = [&](unsigned id) { return block(id) && good(r.cursor.SkipBlock()); };
    bool done = top_level(r, block, [&](unsigned) {
        uint32_t n_records = 0;
        bool whole = own_entries(r, leap, [&](unsigned id) {
            unsigned code = 0;
            n_records++;
            return reading ? read_record<Records>(r, id, sink) : Records::skip(r, id, code);
        });
        if (!reading)
            bench_take_count(sink, 0, n_records);
        return whole;
    });
    return done ? 0 : -1;
}

template <class Records> int run_find(void *state, const bench_task *task, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    uint32_t left = task->nth;
    bool found = false;
    auto leap = [&](unsigned) { return good(r.cursor.SkipBlock()); };
    auto read_block = [&](unsigned id) {
        bench_take_block(sink, id);
        found = good(r.cursor.EnterSubBlock(id)) &&
                own_entries(r, leap, [&](unsigned a) { return read_record<Records>(r, a, sink); });
        return false;
    };
    auto look = [&](unsigned id) {
        if (id == llvm::bitc::BLOCKINFO_BLOCK_ID)
            return read_blockinfo(r);
        return id == task->block_id && left-- == 0 ? read_block(id) : leap(id);
    };
    auto skip = [&](unsigned id) {
        unsigned code = 0;
        return Records::skip(r, id, code);
    };
    bool walked = top_level(
        r, [](unsigned) { return true; }, [&](unsigned) { return own_entries(r, look, skip); });
    return walked || found ? 0 : -1;
}

/* ---- Arrays ---- */

/* Abbreviations are defined before the first record. */
bool enter_first_block(Reader &r)
{
    BitstreamEntry entry = BitstreamEntry::getError();
    begin(r);
    return take(r.cursor.advance(), entry) && entry.Kind == BitstreamEntry::SubBlock &&
           good(r.cursor.EnterSubBlock(entry.ID)) && take(r.cursor.advance(), entry) &&
           entry.Kind == BitstreamEntry::Record;
}

struct ShippedArray {
    static bool read(Reader &r, const bench_array &array)
    {
        unsigned id = 0, code = 0;
        r.values.clear();
        return good(r.cursor.JumpToBit(array.record_pos)) && take(r.cursor.ReadCode(), id) &&
               Shipped::read(r, id, code);
    }
    static bool skip(Reader &r, const bench_array &array)
    {
        unsigned id = 0, code = 0;
        return good(r.cursor.JumpToBit(array.record_pos)) && take(r.cursor.ReadCode(), id) &&
               Shipped::skip(r, id, code);
    }
};

template <bool straight> struct InlinedArray {
    static BitCodeAbbrevOp element(const bench_array &array)
    {
        auto encoding = BitCodeAbbrevOp::Encoding(array.encoding);
        return BitCodeAbbrevOp(encoding,
                               BitCodeAbbrevOp::hasEncodingData(encoding) ? array.width : 0);
    }
    FLAT static bool read(Reader &r, const bench_array &array)
    {
        r.values.clear();
        return good(r.cursor.JumpToBit(array.first_pos)) &&
               put<straight>(r.values, array.n, [&](auto take_value) {
                   return read_elements(r.cursor, element(array), array.n, take_value);
               });
    }
    FLAT static bool skip(Reader &r, const bench_array &array)
    {
        return good(r.cursor.JumpToBit(array.first_pos)) &&
               skip_elements(r.cursor, element(array), array.n);
    }
};

template <class Array> int run_arrays(void *state, const bench_task *task, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    bool right = enter_first_block(r);
    for (size_t i = 0; right && i < task->n_arrays; i++) {
        right = Array::read(r, task->arrays[i]);
        bench_take_values(sink, r.values.data(), r.values.size());
    }
    return right ? 0 : -1;
}

/* Characters come as integers, and are copied; LLVM's reader knows no other way. */
template <class Array> int run_text(void *state, const bench_task *task, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    char text[BENCH_MAX_ARRAY];
    bool right = enter_first_block(r);
    for (size_t i = 0; right && i < task->n_arrays; i++) {
        right = Array::read(r, task->arrays[i]);
        std::copy(r.values.begin(), r.values.end(), text);
        bench_take_text(sink, text, task->arrays[i].n);
    }
    return right ? 0 : -1;
}

template <class Array> int run_skip_arrays(void *state, const bench_task *task, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    bool right = enter_first_block(r);
    for (size_t i = 0; right && i < task->n_arrays; i++) {
        right = Array::skip(r, task->arrays[i]);
        bench_take_end(sink, r.cursor.GetCurrentBitNo(), task->arrays[i].n);
    }
    return right ? 0 : -1;
}

/* ---- Bodies ---- */

bool is_debug_intrinsic(const llvm::Instruction &instruction)
{
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    auto *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with("llvm.dbg.");
}

/* The module is read lazily, and then all bodies of it. */
int run_bodies(void *state, const bench_task *, bench_sink *sink)
{
    Reader &r = *static_cast<Reader *>(state);
    llvm::LLVMContext context;
    llvm::StringRef bytes(reinterpret_cast<const char *>(r.bytes.data()), r.bytes.size());
    std::unique_ptr<llvm::Module> module;
    if (!take_pointer(llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "module"), context),
                      module) ||
        !good(module->materializeAll()))
        return -1;
    for (const llvm::Function &f : *module) {
        uint64_t n = 0;
        if (f.isDeclaration())
            continue;
        for (const llvm::BasicBlock &block : f)
            for (const llvm::Instruction &instruction : block)
                n += !is_debug_intrinsic(instruction);
        bench_take_body(sink, n, f.size());
    }
    return 0;
}

/* ---- Engines ---- */

void *open_reader(const bench_engine *, const uint8_t *data, size_t size)
{
    auto *reader = new Reader;
    reader->bytes = llvm::ArrayRef<uint8_t>(data, size);
    return reader;
}

void close_reader(void *state)
{
    delete static_cast<Reader *>(state);
}

template <class Records, class Array> bench_engine make(const char *name, const char *about)
{
    bench_engine engine{BENCH_ENGINE_VERSION, name, about, nullptr, open_reader, close_reader, {}};
    engine.run[BENCH_ARRAYS] = run_arrays<Array>;
    engine.run[BENCH_TEXT] = run_text<Array>;
    engine.run[BENCH_SKIP_ARRAYS] = run_skip_arrays<Array>;
    engine.run[BENCH_READ] = run_walk<ReadAll<Records>>;
    engine.run[BENCH_SKIP] = run_walk<SkipAll<Records>>;
    engine.run[BENCH_TALLY] = run_tally<Records>;
    engine.run[BENCH_TALLY_ALL] = run_tally_all<Records>;
    engine.run[BENCH_INDEX_READ] = run_index<Records, true>;
    engine.run[BENCH_INDEX_SKIP] = run_index<Records, false>;
    engine.run[BENCH_FIND] = run_find<Records>;
    if (std::is_same<Records, Shipped>::value)
        engine.run[BENCH_BODIES] = run_bodies;
    return engine;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const bench_engine *bench_engine(unsigned n)
{
    static const struct bench_engine engines[] = {
        make<Shipped, ShippedArray>(NAME "-S", "LLVM " LLVM_VERSION_STRING ", shared library"),
        make<Inlined<false>, InlinedArray<false>>(NAME "-G", "LLVM " LLVM_VERSION_STRING
                                                             ", headers compiled in"),
        make<Inlined<true>, InlinedArray<true>>(
            NAME "-H", "LLVM " LLVM_VERSION_STRING ", headers compiled in, values stored straight"),
    };
    return n < 3 ? &engines[n] : nullptr;
}
