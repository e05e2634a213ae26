import { describeNotice, Notice } from "#components/portal/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

export default function NotFound() {
  return <Notice kind="notFound" />;
}
