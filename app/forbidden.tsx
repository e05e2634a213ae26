import { NoticePage } from "#components/portal/notice.tsx";

export default function Forbidden() {
  return <NoticePage kind="forbidden" />;
}
