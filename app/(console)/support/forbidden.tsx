import { describeNotice, Notice } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("forbidden");

export default function Forbidden() {
  return <Notice kind="forbidden" />;
}
