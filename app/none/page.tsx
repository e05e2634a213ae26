import { describeNotice, NoticePage } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

/** The page for an address that does not exist, outside of the documentation. Next's own answer has no language before its script runs. */
export default function MissingPage() {
  return <NoticePage kind="notFound" />;
}
