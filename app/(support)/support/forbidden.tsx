import { Notice } from "#components/portal/notice.tsx";

export default function Forbidden() {
  return <Notice kind="forbidden" />;
}
