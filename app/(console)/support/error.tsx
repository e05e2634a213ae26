"use client";

import { Crash } from "#components/kit/states/error-state.tsx";

export default Crash;
