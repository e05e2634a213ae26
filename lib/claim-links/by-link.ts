/** True for what the insured did by a link: its events name the link where others name their call. */
export function isByLink(executionId: string): boolean {
  return executionId.startsWith("link_");
}
