import { describeNotice, Notice } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

export default function NotFound() {
  return <Notice kind="notFound" />;
}
