import { describeNotice, NoticePage } from "#components/kit/states/notice.tsx";

export const generateMetadata = () => describeNotice("notFound");

export default function NotFound() {
  return <NoticePage kind="notFound" />;
}
