import { NoticePage } from "#components/portal/notice.tsx";

export default function NotFound() {
  return <NoticePage kind="notFound" />;
}
