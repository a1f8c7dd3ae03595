; ModuleID = 'corpora/small/wide.clang22.bc'
source_filename = "src/wide.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl from_module_asm"
module asm "from_module_asm:"
module asm "\09ret"
module asm "# a second line of module level assembly"

@big = dso_local local_unnamed_addr constant i128 -1512366075204170947332355369683137041, align 16
@power = dso_local local_unnamed_addr constant i128 -170141183460469231731687303715884105728, align 16
@minus_one = dso_local local_unnamed_addr constant i128 -1, align 16
@minimum = dso_local local_unnamed_addr constant i128 -170141183460469231731687303715884105728, align 16
@pi = dso_local local_unnamed_addr constant x86_fp80 0xK4000C90FDAA22168C235, align 16
@steps = dso_local local_unnamed_addr constant <4 x i32> <i32 1, i32 -2, i32 3, i32 -4>, align 16
@same = dso_local local_unnamed_addr constant <8 x float> splat (float 1.500000e+00), align 32
@bytes = dso_local local_unnamed_addr constant [7 x i8] c"\00\01\02\7F\80\FE\FF", align 1
@halves = dso_local local_unnamed_addr constant [5 x i16] [i16 0, i16 1, i16 32767, i16 -32768, i16 -1], align 2
@longs = dso_local local_unnamed_addr constant [5 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 -9223372036854775808, i64 -1], align 16
@long_text = dso_local local_unnamed_addr constant [3649 x i8] c"The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. The quick brown fox jumps over the lazy dog; 0123456789. \00", align 16
@long_word = dso_local local_unnamed_addr constant [4097 x i8] c"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._\00", align 16
@long_binary = dso_local local_unnamed_addr constant [385 x i8] c"\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00\FF\80\7F\1B\FE\00", align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i128 @mul(i128 noundef %0, i128 noundef %1) local_unnamed_addr #0 {
  %3 = mul i128 %1, %0
  %4 = add i128 %3, -1512366075204170947332355369683137041
  ret i128 %4
}

; Function Attrs: nounwind uwtable
define dso_local i128 @divide(i128 noundef %0, i128 noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #1 {
  %4 = tail call zeroext i1 %2(i128 noundef %0) #7
  br i1 %4, label %5, label %7

5:                                                ; preds = %3
  %6 = udiv i128 %0, %1
  br label %12

7:                                                ; preds = %3
  %8 = or i128 %1, -170141183460469231731687303715884105728
  %9 = icmp ult i128 %0, %8
  %10 = select i1 %9, i128 0, i128 %8
  %11 = sub nuw i128 %0, %10
  br label %12

12:                                               ; preds = %7, %5
  %13 = phi i128 [ %6, %5 ], [ %11, %7 ]
  ret i128 %13
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 -134217728, 134217730) i32 @shift(i128 noundef %0) local_unnamed_addr #0 {
  %2 = ashr i128 %0, 100
  %3 = trunc nsw i128 %2 to i32
  %4 = icmp eq i128 %0, -170141183460469231731687303715884105728
  %5 = zext i1 %4 to i32
  %6 = add nsw i32 %3, %5
  %7 = icmp slt i128 %0, -1
  %8 = zext i1 %7 to i32
  %9 = add nsw i32 %6, %8
  ret i32 %9
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x i32> @lanes(<4 x i32> noundef %0, <4 x i32> noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = icmp sgt <4 x i32> %0, %1
  %5 = extractelement <4 x i32> %1, i64 2
  %6 = and i32 %2, 3
  %7 = insertelement <4 x i32> %0, i32 %5, i32 %6
  %8 = select <4 x i1> %4, <4 x i32> %7, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %9 = shufflevector <4 x i32> %8, <4 x i32> %1, <4 x i32> <i32 0, i32 5, i32 poison, i32 7>
  %10 = add <4 x i32> %9, <i32 1, i32 -2, i32 3, i32 -4>
  ret <4 x i32> %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <8 x float> @blend(ptr noundef readonly captures(none) %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %18, label %4

4:                                                ; preds = %2
  %5 = and i64 %1, 1
  %6 = icmp eq i64 %1, 1
  br i1 %6, label %11, label %7

7:                                                ; preds = %4
  %8 = and i64 %1, -2
  br label %20

9:                                                ; preds = %20
  %10 = icmp eq i64 %5, 0
  br i1 %10, label %18, label %11

11:                                               ; preds = %9, %4
  %12 = phi i64 [ 0, %4 ], [ %31, %9 ]
  %13 = phi <8 x float> [ splat (float 1.500000e+00), %4 ], [ %30, %9 ]
  %14 = icmp ne i64 %5, 0
  tail call void @llvm.assume(i1 %14)
  %15 = getelementptr inbounds nuw <8 x float>, ptr %0, i64 %12
  %16 = load <8 x float>, ptr %15, align 32, !tbaa !9
  %17 = tail call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %13, <8 x float> %16, <8 x float> splat (float -1.500000e+00))
  br label %18

18:                                               ; preds = %11, %9, %2
  %19 = phi <8 x float> [ splat (float 1.500000e+00), %2 ], [ %30, %9 ], [ %17, %11 ]
  ret <8 x float> %19

20:                                               ; preds = %20, %7
  %21 = phi i64 [ 0, %7 ], [ %31, %20 ]
  %22 = phi <8 x float> [ splat (float 1.500000e+00), %7 ], [ %30, %20 ]
  %23 = phi i64 [ 0, %7 ], [ %32, %20 ]
  %24 = getelementptr inbounds nuw <8 x float>, ptr %0, i64 %21
  %25 = load <8 x float>, ptr %24, align 32, !tbaa !9
  %26 = tail call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %22, <8 x float> %25, <8 x float> splat (float -1.500000e+00))
  %27 = getelementptr inbounds nuw <8 x float>, ptr %0, i64 %21
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 32
  %29 = load <8 x float>, ptr %28, align 32, !tbaa !9
  %30 = tail call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %26, <8 x float> %29, <8 x float> splat (float -1.500000e+00))
  %31 = add nuw i64 %21, 2
  %32 = add i64 %23, 2
  %33 = icmp eq i64 %32, %8
  br i1 %33, label %9, label %20, !llvm.loop !10
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>) #4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <2 x double> @convert(<4 x i32> noundef %0) local_unnamed_addr #2 {
  %2 = shufflevector <4 x i32> %0, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
  %3 = sitofp <2 x i32> %2 to <2 x double>
  ret <2 x double> %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef float @swizzle(<3 x float> noundef %0) local_unnamed_addr #5 {
  %2 = shufflevector <3 x float> %0, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %3 = fadd <3 x float> %0, %2
  %4 = extractelement <3 x float> %3, i64 0
  ret float %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef <16 x i8> @narrow(<16 x i8> noundef %0) local_unnamed_addr #2 {
  %2 = shl <16 x i8> %0, splat (i8 3)
  %3 = ashr <16 x i8> %0, splat (i8 1)
  %4 = or <16 x i8> %2, %3
  ret <16 x i8> %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef x86_fp80 @extended(x86_fp80 noundef %0, float noundef %1) local_unnamed_addr #0 {
  %3 = fpext float %1 to x86_fp80
  %4 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %0, x86_fp80 0xK4000C90FDAA22168C235, x86_fp80 %3)
  ret x86_fp80 %4
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80) #4

; Function Attrs: nounwind uwtable
define dso_local i64 @timestamp() local_unnamed_addr #1 {
  %1 = tail call { i32, i32 } asm sideeffect "rdtsc", "={ax},={dx},~{memory},~{dirflag},~{fpsr},~{flags}"() #7, !srcloc !12
  %2 = extractvalue { i32, i32 } %1, 0
  %3 = extractvalue { i32, i32 } %1, 1
  %4 = zext i32 %3 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %2 to i64
  %7 = or disjoint i64 %5, %6
  ret i64 %7
}

; Function Attrs: nounwind uwtable
define dso_local i32 @asm_operands(i32 noundef %0, ptr noundef %1) local_unnamed_addr #1 {
  %3 = tail call i32 asm "addl $2, $0\0A\09movl $0, $1", "=&r,=*m,ri,0,~{cc},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %1, i32 %0, i32 %0) #7, !srcloc !13
  %4 = tail call i32 asm "mov $1, ${0:k} # $(%a$|%b$) $$$$", "=r,r,~{dirflag},~{fpsr},~{flags}"(i32 %3) #8, !srcloc !14
  ret i32 %4
}

; Function Attrs: nounwind uwtable
define dso_local range(i32 0, 3) i32 @asm_goto(i32 noundef %0) local_unnamed_addr #1 {
  callbr void asm sideeffect "testl $0, $0\0A\09jz ${1:l}", "r,!i,!i,~{cc},~{dirflag},~{fpsr},~{flags}"(i32 %0) #7
          to label %4 [label %3, label %2], !srcloc !15

2:                                                ; preds = %1
  br label %4

3:                                                ; preds = %1
  br label %4

4:                                                ; preds = %1, %3, %2
  %5 = phi i32 [ 2, %2 ], [ 0, %3 ], [ 1, %1 ]
  ret i32 %5
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #6

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "min-legal-vector-width"="256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="96" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #7 = { nounwind }
attributes #8 = { nounwind memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!7, !7, i64 0}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.mustprogress"}
!12 = !{i64 2510}
!13 = !{i64 2663, i64 2677}
!14 = !{i64 2752}
!15 = !{i64 2888, i64 2903}
