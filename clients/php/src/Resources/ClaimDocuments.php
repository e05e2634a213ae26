<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * @phpstan-import-type ClaimDocument from Types
 * @phpstan-import-type ClaimDocumentWithUrl from Types
 */
final class ClaimDocuments
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Uploads one document, or several, all or none. With `autoSubmit` the claim is submitted once every mandatory one is there. A `file` is a
     * path, an SplFileInfo or a stream; bytes go into `content`, with a `filename`.
     *
     * @param array<string, mixed>|list<array<string, mixed>> $documents
     * @return array{documents: list<ClaimDocument>, autoSubmitted: bool, claimId: string|null}
     */
    public function upload(string $id, array $documents, ?bool $autoSubmit = null, ?string $idempotencyKey = null): array
    {
        $body = array_map(self::read(...), array_is_list($documents) ? $documents : [$documents]);
        $answer = $this->connection->send('uploadDocuments', ['id' => $id], ['autoSubmit' => $autoSubmit], $body, $idempotencyKey);
        return ['documents' => $answer['data'], 'autoSubmitted' => $answer['autoSubmitted'] ?? false, 'claimId' => $answer['claimId'] ?? null];
    }

    /**
     * A document with `downloadUrl`, which works without a key for an hour.
     *
     * @return ClaimDocumentWithUrl
     */
    public function get(string $claimId, string $documentId): array
    {
        return $this->connection->send('getDocument', ['claimId' => $claimId, 'documentId' => $documentId])['data'];
    }

    /**
     * @param array<string, mixed> $document
     * @return array<string, string>
     */
    private static function read(array $document): array
    {
        ['type' => $type, 'title' => $title] = $document;
        $file = $document['file'] ?? null;
        $path = \is_resource($file) ? (stream_get_meta_data($file)['uri'] ?? '') : (string) $file;
        $content = $document['content'] ?? (\is_resource($file) ? stream_get_contents($file) : file_get_contents($path));
        if ($content === false) {
            throw new \InvalidArgumentException("the file $path cannot be read");
        }
        $filename = $document['filename'] ?? (basename($path) ?: $title);
        $comment = isset($document['comment']) ? ['comment' => $document['comment']] : [];
        return ['type' => $type, 'title' => $title, 'filename' => $filename, 'content' => base64_encode($content), ...$comment];
    }
}
