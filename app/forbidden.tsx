import { describeNotice, NoticePage } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("forbidden");

export default function Forbidden() {
  return <NoticePage kind="forbidden" />;
}
