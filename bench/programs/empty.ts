// A program that does nothing: what a process costs before it has done anything.

export {};
