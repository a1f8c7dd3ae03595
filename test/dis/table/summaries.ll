; summaries.ll - summaries of ThinLTO, of modules and of indexes
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; summary_linkages
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^3 = gv: (guid: 3, summaries: (variable: (module: ^0, flags: (linkage: available_externally, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 0, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^4 = gv: (guid: 4, summaries: (variable: (module: ^0, flags: (linkage: linkonce, visibility: protected, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^5 = gv: (guid: 5, summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: default, notEligibleToImport: 1, live: 1, dsoLocal: 0, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^6 = gv: (guid: 6, summaries: (variable: (module: ^0, flags: (linkage: weak, visibility: hidden, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^7 = gv: (guid: 7, summaries: (variable: (module: ^0, flags: (linkage: weak_odr, visibility: protected, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^8 = gv: (guid: 8, summaries: (variable: (module: ^0, flags: (linkage: appending, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^9 = gv: (guid: 9, summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: hidden, notEligibleToImport: 1, live: 1, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^10 = gv: (guid: 10, summaries: (variable: (module: ^0, flags: (linkage: private, visibility: protected, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 1), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^11 = gv: (guid: 11, summaries: (variable: (module: ^0, flags: (linkage: extern_weak, visibility: default, notEligibleToImport: 1, live: 0, dsoLocal: 0, canAutoHide: 1), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^12 = gv: (guid: 12, summaries: (variable: (module: ^0, flags: (linkage: common, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 1), varFlags: (readonly: 0, writeonly: 0, constant: 0))))

;;; summary_function_flags
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, funcFlags: (readNone: 1))))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3, funcFlags: (readOnly: 1))))
^4 = gv: (guid: 4, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 4, funcFlags: (noRecurse: 1))))
^5 = gv: (guid: 5, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 5, funcFlags: (returnDoesNotAlias: 1))))
^6 = gv: (guid: 6, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 6, funcFlags: (noInline: 1))))
^7 = gv: (guid: 7, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 7, funcFlags: (alwaysInline: 1))))
[14-] ^90 = gv: (guid: 90, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 1, funcFlags: (noUnwind: 1, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0))))

;;; summary_calls
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, calls: ((callee: ^3, hotness: cold), (callee: ^3, hotness: none), (callee: ^3, hotness: hot), (callee: ^3, hotness: critical), (callee: ^3)))))
^3 = gv: (guid: 3, summaries: (function: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3, calls: ((callee: ^2), (callee: ^4)))))
^4 = gv: (guid: 18446744073709551615)

;;; summary_tail_calls 19-
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, calls: ((callee: ^3, hotness: hot, tail: 1), (callee: ^3, tail: 1), (callee: ^3)))))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3, calls: ((callee: ^2, tail: 1)))))

;;; summary_import_types 19-
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: declaration), insts: 2)))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 3)))

;;; summary_refs
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, refs: (^3, readonly ^4, writeonly ^5))))
^3 = gv: (guid: 3, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^4, ^2))))
^4 = gv: (guid: 4, summaries: (variable: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), varFlags: (readonly: 1, writeonly: 0, constant: 0))))
^5 = gv: (guid: 5, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), varFlags: (readonly: 0, writeonly: 1, constant: 0))))

;;; summary_aliases
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2)))
^3 = gv: (guid: 3, summaries: (alias: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1), aliasee: ^2)))

;;; summary_without_aliasee 22
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^3 = gv: (guid: 3, summaries: (alias: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1), aliasee: null)))

;;; summary_several_of_one_value
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 7, summaries: (function: (module: ^1, flags: (linkage: linkonce_odr, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 1), function: (module: ^0, flags: (linkage: linkonce_odr, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0), insts: 2)))
^9 = gv: (guid: 9, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 9, calls: ((callee: ^2)))))

;;; summary_type_tests
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, typeIdInfo: (typeTests: (^7, 123)))))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3, typeIdInfo: (typeTestAssumeVCalls: (vFuncId: (^7, offset: 16), vFuncId: (guid: 77, offset: 8)), typeCheckedLoadVCalls: (vFuncId: (^8, offset: 16))))))
^4 = gv: (guid: 4, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 4, typeIdInfo: (typeTestAssumeConstVCalls: ((vFuncId: (^8, offset: 16), args: (42)), (vFuncId: (^7, offset: 24), args: (1, 2, 3))), typeCheckedLoadConstVCalls: ((vFuncId: (guid: 5, offset: 16), args: (42)))))))
^20 = gv: (guid: 20, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 20, typeIdInfo: (typeTests: (^7)))))
^21 = gv: (guid: 21, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 21, typeIdInfo: (typeTests: (^8)))))
^22 = gv: (guid: 22, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 22, typeIdInfo: (typeTests: (^9)))))
^23 = gv: (guid: 23, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 23, typeIdInfo: (typeTests: (^10)))))
^24 = gv: (guid: 24, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 24, typeIdInfo: (typeTests: (^11)))))
^25 = gv: (guid: 25, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 25, typeIdInfo: (typeTests: (^12)))))
^7 = typeid: (name: "_ZTS1A", summary: (typeTestRes: (kind: single, sizeM1BitWidth: 0)))
^8 = typeid: (name: "_ZTS1B", summary: (typeTestRes: (kind: inline, sizeM1BitWidth: 5, alignLog2: 1, sizeM1: 2, bitMask: 3, inlineBits: 4)))
^9 = typeid: (name: "_ZTS1C", summary: (typeTestRes: (kind: unsat, sizeM1BitWidth: 0)))
^10 = typeid: (name: "_ZTS1D", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 7)))
^11 = typeid: (name: "_ZTS1E", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7)))
^12 = typeid: (name: "_ZTS1F", summary: (typeTestRes: (kind: unknown, sizeM1BitWidth: 0)))

;;; summary_devirtualization
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, typeIdInfo: (typeTests: (^3)))))
^3 = typeid: (name: "_ZTS1A", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)), (offset: 8, wpdRes: (kind: singleImpl, singleImplName: "_ZN1A1nEi")), (offset: 16, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: indir, byte: 2, bit: 3), args: (3), byArg: (kind: uniformRetVal, info: 1), args: (4), byArg: (kind: uniqueRetVal, info: 1), args: (5), byArg: (kind: virtualConstProp)))))))

;;; summary_params
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, params: ((param: 0, offset: [0, 7]), (param: 3, offset: [-5, 3], calls: ((callee: ^3, param: 1, offset: [0, 0]), (callee: ^3, param: 2, offset: [-3, -1])))))))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3)))

;;; summary_memory_profiles 16-
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, allocs: ((versions: (none), memProf: ((type: notcold, stackIds: (8632435727821051414)), (type: cold, stackIds: (15025054523792398438, 12345678)))), (versions: (notcold, cold), memProf: ((type: notcold, stackIds: (3456789)), (type: cold, stackIds: (456789))))))))
^3 = gv: (guid: 3, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 3, callsites: ((callee: ^2, clones: (0), stackIds: (8632435727821051414)), (callee: ^2, clones: (0, 1), stackIds: (15025054523792398438, 12345678)), (callee: null, clones: (0), stackIds: (23456789))))))

;;; summary_hot_memory_profiles 19-
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = gv: (guid: 2, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 2, allocs: ((versions: (none), memProf: ((type: hot, stackIds: (1)), (type: none, stackIds: (2))))))))

;;; summary_flags
^0 = module: (path: "b.o", hash: (1369602428, 2747878711, 259090915, 2507395659, 1141468049))
^1 = module: (path: "a \22odd\22.o", hash: (0, 0, 0, 0, 4294967295))
^2 = flags: 97
^3 = blockcount: 1888

;;; summary_of_nothing
^0 = flags: 8

;;; summary_of_module
source_filename = "dir/module.c"
@v = global i32 7
@"odd name" = internal constant i32 1
@"\01_kept" = private constant i32 2
@t = constant [1 x ptr<i32>] [ptr<i32> @v]
@a = alias i32, ptr<i32> @v
define void @f() {
  ret void
}
define internal void @local() {
  ret void
}
declare void @g()
^0 = module: (path: "ignored", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^2 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), insts: 1, calls: ((callee: ^3), (callee: ^4), (callee: ^8)), typeIdInfo: (typeTests: (7), typeTestAssumeVCalls: (vFuncId: (guid: 7, offset: 8))), refs: (^1, writeonly ^1))))
^3 = gv: (name: "g")
^4 = gv: (name: "local", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1), insts: 1)))
^5 = gv: (name: "odd name", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1), varFlags: (readonly: 1, writeonly: 0, constant: 1))))
^6 = gv: (name: "t", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), varFlags: (readonly: 1, writeonly: 0, constant: 1, vcall_visibility: 2), vTableFuncs: ((virtFunc: ^2, offset: 16), (virtFunc: ^4, offset: 24)), refs: (^1))))
^7 = gv: (name: "a", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0), aliasee: ^1)))
^8 = gv: (guid: 12345)
^9 = typeidCompatibleVTable: (name: "t", summary: ((offset: 16, ^6)))
^10 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^6), (offset: 24, ^1)))
^11 = flags: 8
^12 = blockcount: 3
