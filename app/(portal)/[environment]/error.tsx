"use client";

import { Crash } from "#components/portal/crash.tsx";

export default Crash;
