<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\CovergateError;
use Covergate\Generated\Types;
use GuzzleHttp\Psr7\Utils;
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
     * @example $covergate->claims->documents->upload('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['type' => 'Facture de réparation', 'title' => 'Invoice of the workshop', 'file' => 'invoice.pdf']);
     */
    public function upload(string $id, array $documents, ?bool $autoSubmit = null, ?string $idempotencyKey = null): array
    {
        $listed = array_is_list($documents) ? $documents : [$documents];
        $meta = array_map(static fn (array $each): array => array_intersect_key($each, ['type' => 0, 'title' => 0, 'comment' => 0]), $listed);
        $files = array_map(self::open(...), $listed);
        $described = Connection::encode(\count($meta) === 1 ? $meta[0] : $meta);
        // What describes the documents comes before their files, in the same order.
        $form = static fn (): array => [['name' => 'meta', 'contents' => $described], ...array_map(static fn (callable $file): array => $file(), $files)];
        $answer = $this->connection->send('uploadDocuments', ['id' => $id], ['autoSubmit' => $autoSubmit], idempotencyKey: $idempotencyKey, form: $form);
        return ['documents' => $answer['data'] ?? [], 'autoSubmitted' => $answer['autoSubmitted'] ?? false, 'claimId' => $answer['claimId'] ?? null];
    }

    /**
     * A document with `downloadUrl`, which works without a key for an hour.
     *
     * @return ClaimDocumentWithUrl
     * @example $covergate->claims->documents->get('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function get(string $claimId, string $documentId): array
    {
        return $this->connection->member('data', 'getDocument', ['claimId' => $claimId, 'documentId' => $documentId]);
    }

    /**
     * The part of a document in a form, with its file from the beginning. What can be read once alone is kept for another attempt.
     *
     * @param NewDocument $document
     * @return \Closure(): array<string, mixed>
     */
    private static function open(array $document): \Closure
    {
        $file = $document['content'] ?? $document['file'] ?? '';
        $isPath = !isset($document['content']) && ($file instanceof \SplFileInfo || \is_string($file));
        $stream = $isPath ? null : self::stream($file);
        $ownName = match (true) {
            $isPath => (string) $file,
            $file instanceof UploadedFileInterface => $file->getClientFilename() ?? '',
            default => isset($document['content']) ? '' : (string) ($stream?->getMetadata('uri') ?? ''),
        };
        // What lies in memory, or elsewhere, has no name of a file.
        $filename = $document['filename'] ?? (str_contains($ownName, '://') ? '' : basename($ownName)) ?: $document['title'];
        $safe = str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $filename);

        return static function () use ($file, $stream, $safe): array {
            $stream?->rewind();
            return ['name' => 'file', 'filename' => $safe, 'contents' => $stream ?? self::openPath((string) $file)];
        };
    }

    /** A stream that can be read again, and whose size is known: without the extension curl, Guzzle cannot send one of unknown size. */
    private static function stream(mixed $file): StreamInterface
    {
        $stream = Utils::streamFor($file instanceof UploadedFileInterface ? $file->getStream() : $file);
        if ($stream->isSeekable() && $stream->getSize() !== null) {
            return $stream;
        }
        $copy = Utils::streamFor(Utils::tryFopen('php://temp', 'w+'));
        Utils::copyToStream($stream, $copy);
        return $copy;
    }

    /** @return resource */
    private static function openPath(string $path)
    {
        try {
            if (is_dir($path)) {
                throw new \RuntimeException('it is a directory');
            }
            return Utils::tryFopen($path, 'r');
        } catch (\RuntimeException $error) {
            throw new CovergateError('FILE_UNREADABLE', "the file $path cannot be read", field: 'file', previous: $error);
        }
    }
}
