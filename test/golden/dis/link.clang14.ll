; ModuleID = 'corpora/small/link.clang14.bc'
source_filename = "src/link.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@tls_default = dso_local thread_local local_unnamed_addr global i32 7, align 4
@tls_initial = dso_local thread_local(initialexec) local_unnamed_addr global i32 1, align 4
@tls_dynamic = dso_local thread_local(localdynamic) local_unnamed_addr global i32 3, align 4
@in_section = dso_local local_unnamed_addr global i32 11, section ".bitleap.data", align 4
@read_only = hidden local_unnamed_addr constant i32 5, align 4
@protected_symbol = protected local_unnamed_addr global i32 6, align 4
@weak_symbol = weak dso_local local_unnamed_addr global i32 8, align 4
@kept = internal global i32 9, align 4
@target_variable = dso_local global i32 1, align 4
@"a name with spaces and \22quotes\22" = dso_local local_unnamed_addr global i32 12, align 4
@tls_local = internal thread_local unnamed_addr global [4 x i64] zeroinitializer, align 16
@tls_extern = external thread_local local_unnamed_addr global i32, align 4
@tls_exec = dso_local thread_local(localexec) local_unnamed_addr global i32 0, align 4
@weak_undefined = extern_weak global i32, align 4
@common_symbol = dso_local local_unnamed_addr global i32 0, align 4
@aligned = dso_local local_unnamed_addr global i32 0, align 256
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 200, void ()* @at_start, i8* null }]
@llvm.global_dtors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @at_end, i8* null }]
@llvm.compiler.used = appending global [2 x i8*] [i8* bitcast (i32* @kept to i8*), i8* bitcast (i32 (i32)* @static_alias to i8*)], section "llvm.metadata"

@variable_alias = dso_local alias i32, i32* @target_variable
@weak_variable_alias = weak dso_local alias i32, i32* @target_variable
@function_alias = dso_local alias i32 (i32), i32 (i32)* @body
@static_alias = internal alias i32 (i32), i32 (i32)* @body

@resolved = dso_local ifunc i32 (i32), i32 (i32)* ()* @resolve

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define internal nonnull i32 (i32)* @resolve() #0 {
  %1 = load i32, i32* @target_variable, align 4, !tbaa !5
  %2 = icmp eq i32 %1, 0
  %3 = select i1 %2, i32 (i32)* @implementation, i32 (i32)* @fast_implementation
  ret i32 (i32)* %3
}

; Function Attrs: nounwind uwtable
define dso_local i32 @body(i32 noundef %0) #1 {
  %2 = sext i32 %0 to i64
  store i64 %2, i64* getelementptr inbounds ([4 x i64], [4 x i64]* @tls_local, i64 0, i64 0), align 16, !tbaa !9
  %3 = load i32, i32* @tls_extern, align 4, !tbaa !5
  %4 = load i32, i32* @tls_initial, align 4, !tbaa !5
  %5 = add nsw i32 %4, %3
  %6 = load i32, i32* @tls_exec, align 4, !tbaa !5
  %7 = add nsw i32 %5, %6
  %8 = load i32, i32* @tls_dynamic, align 4, !tbaa !5
  %9 = add nsw i32 %7, %8
  %10 = call i32 @resolved(i32 noundef %0) #10
  %11 = add nsw i32 %9, %10
  %12 = load i32, i32* @kept, align 4, !tbaa !5
  %13 = call i32 @"renamed$function@v1"(i32 noundef %12) #10
  %14 = add nsw i32 %11, %13
  ret i32 %14
}

declare i32 @"renamed$function@v1"(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind uwtable willreturn writeonly
define internal void @at_start() #3 {
  store i32 1, i32* @tls_exec, align 4, !tbaa !5
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind uwtable willreturn
define internal void @at_end() #4 {
  br i1 icmp ne (i32* @weak_undefined, i32* null), label %1, label %3

1:                                                ; preds = %0
  %2 = load i32, i32* @weak_undefined, align 4, !tbaa !5
  br label %3

3:                                                ; preds = %0, %1
  %4 = phi i32 [ %2, %1 ], [ 0, %0 ]
  store i32 %4, i32* @weak_symbol, align 4, !tbaa !5
  ret void
}

; Function Attrs: cold noinline nounwind optsize uwtable
define weak hidden void @weak_function() local_unnamed_addr #5 section ".text.bitleap" {
  %1 = load i32, i32* @common_symbol, align 4, !tbaa !5
  %2 = add nsw i32 %1, 1
  store i32 %2, i32* @common_symbol, align 4, !tbaa !5
  ret void
}

; Function Attrs: naked noinline noreturn nounwind uwtable
define dso_local void @naked_function() #6 {
  call void asm sideeffect "ud2", "~{dirflag},~{fpsr},~{flags}"() #10, !srcloc !11
  unreachable
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @not_optimized(i32 noundef %0) local_unnamed_addr #7 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4, !tbaa !5
  %3 = load i32, i32* %2, align 4, !tbaa !5
  %4 = shl i32 %3, 3
  %5 = load i32, i32* %2, align 4, !tbaa !5
  %6 = shl i32 %5, 3
  %7 = add nsw i32 %4, %6
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define dso_local i32 @pure_function(i32* nocapture noundef readonly %0) local_unnamed_addr #8 {
  %2 = load i32, i32* %0, align 4, !tbaa !5
  %3 = getelementptr inbounds i32, i32* %0, i64 1
  %4 = load i32, i32* %3, align 4, !tbaa !5
  %5 = add nsw i32 %4, %2
  ret i32 %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn
define dso_local nonnull i8* @attributes(i8* noundef nonnull readnone %0, i32 noundef %1) local_unnamed_addr #9 {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds i8, i8* %0, i64 %3
  ret i8* %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define internal i32 @fast_implementation(i32 noundef %0) #8 {
  %2 = shl nsw i32 %0, 1
  %3 = and i32 %0, 3
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds [4 x i64], [4 x i64]* @tls_local, i64 0, i64 %4
  %6 = load i64, i64* %5, align 8, !tbaa !9
  %7 = trunc i64 %6 to i32
  %8 = add nsw i32 %2, %7
  ret i32 %8
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define internal i32 @implementation(i32 noundef %0) #8 {
  %2 = load i32, i32* @tls_default, align 4, !tbaa !5
  %3 = add nsw i32 %2, %0
  ret i32 %3
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn "min-legal-vector-width"="0" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind uwtable willreturn writeonly "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { cold noinline nounwind optsize uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { naked noinline noreturn nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { noinline nounwind optnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!"Debian clang version 14.0.6"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"long", !7, i64 0}
!11 = !{i64 2274}
