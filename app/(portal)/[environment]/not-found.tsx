import { Notice } from "#components/portal/notice.tsx";

export default function NotFound() {
  return <Notice kind="notFound" />;
}
