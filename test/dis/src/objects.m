// objects.m - Objective-C for compilers: classes, properties, protocols, blocks, exceptions, literals
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef signed char BOOL;
typedef struct objc_class *Class;
@class NSString;

__attribute__((objc_root_class)) @interface Root {
    Class isa;
}
+ (id)alloc;
- (id)init;
- (void)release;
@end

@protocol Drawable
- (void)drawAt:(int)x y:(int)y;
@optional
@property(readonly) double area;
@end

@interface Shape : Root <Drawable> {
@private
    int _sides;
    NSString *_name;
}
@property(nonatomic, getter=isHeld, setter=putHeld:) BOOL held;
@property(atomic, assign) double width;
@property(copy, nonatomic) NSString *title;
@property(class, readonly) int count;
- (instancetype)initWithSides:(int)n;
@end

@interface Shape (More)
- (int)perimeter:(int)length, ...;
@end

@implementation Shape
@synthesize held = _isHeld;
@dynamic title;
- (instancetype)initWithSides:(int)n {
    if ((self = [super init]))
        _sides = n;
    return self;
}
- (void)drawAt:(int)x y:(int)y {
    _sides += x * y;
    self.held = !self.isHeld;
    self.width = 2.5;
}
- (double)area { return self.width * _sides; }
+ (int)count { return 3; }
@end

@implementation Shape (More)
- (int)perimeter:(int)length, ... {
    int (^times)(int) = ^(int n) {
        return n * self->_sides + length;
    };
    __block int total = 0;
    void (^add)(void) = ^{
        total += times(2);
    };
    add();
    return total;
}
@end

id make(int n, Class c) {
    Shape *s = [[Shape alloc] initWithSides:n];
    @try {
        [s drawAt:1 y:2];
        @throw s;
    } @catch (Shape *caught) {
        [caught release];
    } @finally {
        n++;
    }
    @synchronized(s) {
        [s perimeter:n, 3, 4];
    }
    SEL selector = @selector(perimeter:);
    Protocol *p = @protocol(Drawable);
    return selector && p ? s : (id)c;
}
