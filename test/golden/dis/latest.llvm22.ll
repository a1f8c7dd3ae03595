; ModuleID = 'corpora/small/latest.llvm22.bc'
source_filename = "latest.ll"
target triple = "x86_64-pc-linux-gnu"

declare void @callee()

define i32 @bundled(i32 %x, ptr %p) {
  call void @callee() [ "bitleap.text"(metadata !"text", i32 %x) ]
  call void @callee() [ "bitleap.values"(metadata i32 %x, metadata ptr %p), "bitleap.node"(metadata !0) ]
  %1 = add i32 %x, 1
  ret i32 %1
}

!types = !{!0, !1, !2, !3, !4, !5}

!0 = !DIFixedPointType(name: "fifths", size: 32, encoding: DW_ATE_signed_fixed, kind: Rational, numerator: -1, denominator: -5)
!1 = !DIFixedPointType(name: "large", size: 64, encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 1, denominator: 18446744073709551615)
!2 = !DIFixedPointType(name: "binary", size: 16, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!3 = !DICompositeType(tag: DW_TAG_structure_type, name: "inhabited", size: 32, offset: 8, num_extra_inhabitants: 3, flags: DIFlagPrivate)
!4 = !GenericDINode(tag: DW_TAG_entry_point, header: "generic")
!5 = !DIEnumerator(name: "huge", value: 340282366920938463463374607431768211455, isUnsigned: true)
