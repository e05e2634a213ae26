import { describeNotice, NoticePage } from "#components/portal/notice.tsx";

export const generateMetadata = () => describeNotice("forbidden");

export default function Forbidden() {
  return <NoticePage kind="forbidden" />;
}
