"use client";

import { Crash } from "#components/shell/crash.tsx";

export default Crash;
