import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names joined; of two that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes));
}
