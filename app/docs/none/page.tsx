import { describeNotice, Notice } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

/** The page for an address that does not exist. Next's own answer has no language before its script runs. */
export default function MissingPage() {
  return <Notice kind="notFound" />;
}
