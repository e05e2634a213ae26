<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;
use Psr\Http\Message\StreamInterface;
use Psr\Http\Message\UploadedFileInterface;

/**
 * @phpstan-import-type ClaimDocument from Types
 * @phpstan-import-type ClaimDocumentWithUrl from Types
 * @phpstan-type NewDocument array{type: string, title: string, file?: string|\SplFileInfo|resource|StreamInterface|UploadedFileInterface, content?: string, filename?: string, comment?: string}
 */
final class ClaimDocuments
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Uploads one document, or several, all or none. With `autoSubmit` the claim is submitted once every mandatory one is there. A `file` is a
     * path, an SplFileInfo, a stream or an uploaded file of PSR-7; bytes go into `content`, with a `filename`.
     *
     * @param NewDocument|list<NewDocument> $documents
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
     * @param NewDocument $document
     * @return array<string, string>
     */
    private static function read(array $document): array
    {
        ['type' => $type, 'title' => $title] = $document;
        [$content, $ownName] = isset($document['content']) ? [$document['content'], ''] : self::contentOf($document['file'] ?? '');
        $filename = $document['filename'] ?? ($ownName ?: $title);
        $comment = isset($document['comment']) ? ['comment' => $document['comment']] : [];
        return ['type' => $type, 'title' => $title, 'filename' => $filename, 'content' => base64_encode($content), ...$comment];
    }

    /**
     * The bytes of a file, and its name where it has one.
     *
     * @param string|\SplFileInfo|resource|StreamInterface|UploadedFileInterface $file
     * @return array{string, string}
     */
    private static function contentOf(mixed $file): array
    {
        if ($file instanceof UploadedFileInterface) {
            return [(string) $file->getStream(), $file->getClientFilename() ?? ''];
        }
        if ($file instanceof StreamInterface) {
            return [(string) $file, self::nameOf((string) ($file->getMetadata('uri') ?? ''))];
        }
        $path = \is_resource($file) ? (string) (stream_get_meta_data($file)['uri'] ?? '') : (string) $file;
        $content = \is_resource($file) ? stream_get_contents($file) : file_get_contents($path);
        return [$content !== false ? $content : throw new \InvalidArgumentException("the file $path cannot be read"), self::nameOf($path)];
    }

    /** What lies in memory, or elsewhere, has no name of a file. */
    private static function nameOf(string $path): string
    {
        return str_contains($path, '://') ? '' : basename($path);
    }
}
