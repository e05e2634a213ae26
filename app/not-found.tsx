import { describeNotice, NoticePage } from "#components/portal/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

export default function NotFound() {
  return <NoticePage kind="notFound" />;
}
