import type { Chapter } from './promise.ts'

const cardImports = 'server/src/cards/sheets/card-imports.test.ts'
export const filePromises: Chapter = {
  title: 'Uploads and exports',
  promises: [
    {
      id: 'U1',
      words:
        'Sizes are counted while a file arrives; one that is cut off or too large is an error, and nothing is left behind.',
      kept: ['server/src/platform/http/uploads.ts', 'server/src/platform/storage/storage.ts'],
      proof: [
        { file: 'server/src/platform/storage/storage.test.ts', test: 'U1 aborted or oversized content' },
        { file: 'server/src/files/files.test.ts', test: 'U1 an aborted upload leaves nothing behind' },
        { file: 'server/src/cards/card-files.test.ts', test: 'CARD-15 U1 exactly 20 MB is accepted' },
        { file: 'server/src/cards/card-files.test.ts', test: 'CARD-15 U1 an interrupted upload' },
      ],
      defect: {
        what: 'what arrived of an aborted file stays',
        file: 'server/src/platform/storage/storage.ts',
        from: '    await rm(path, { force: true })\n    throw (error as',
        to: '    throw (error as',
      },
    },
    {
      id: 'U2',
      words: 'The ending of a file’s name, its first bytes and its content must agree.',
      kept: [
        'server/src/platform/sheets/open-sheet.ts',
        'server/src/files/pictures.actions.ts',
        'server/src/files/attachment-check.ts',
      ],
      proof: [
        { file: cardImports, test: 'is rejected with its reason and nothing is stored' },
        { file: 'server/src/files/attachments.test.ts', test: 'is not attached, and the reply says why' },
        { file: 'server/src/files/files.test.ts', test: 'PROF-2 U2 U3 %s is rejected, and nothing is stored' },
      ],
      defect: {
        what: 'a workbook named .csv is read as text',
        file: 'server/src/platform/sheets/open-sheet.ts',
        from: "  return isZip(head) || isOle(head) ? 'sheet.csv-is-workbook' : null",
        to: '  return null',
      },
    },
    {
      id: 'U3',
      words: 'Archives that unpack without end, sparse giants, forged sizes and XML entities are refused in words.',
      kept: ['server/src/platform/sheets/zip-gate.ts', 'server/src/imports/read-in-child.ts'],
      proof: [
        { file: cardImports, test: 'is rejected with its reason and nothing is stored' },
        { file: 'server/src/files/files.test.ts', test: 'PROF-2 U2 U3 %s is rejected, and nothing is stored' },
        { file: 'server/src/imports/cut-imports.test.ts', test: 'SEC-7 U3 U4 a file that exceeds its reader' },
      ],
      defect: {
        what: 'the size that an archive declares is not compared with its own',
        file: 'server/src/platform/sheets/zip-gate.ts',
        from: 'if (entry.uncompressedSize > limits.freeBytes && entry.uncompressedSize > entry.compressedSize * limits.ratio)',
        to: 'if (entry.uncompressedSize > limits.inflatedBytes * 10)',
      },
    },
    {
      id: 'U4',
      words: 'A file is read in a process of its own; the death of that process is not the portal’s.',
      kept: ['server/src/imports/read-in-child.ts'],
      proof: [
        { file: 'server/src/imports/cut-imports.test.ts', test: 'SEC-7 U3 U4 a file that exceeds its reader' },
        { file: 'server/src/imports/cut-imports.test.ts', test: 'OPS-3 U4 a reader killed from outside' },
      ],
      defect: {
        what: 'a file that ends its reader is tried again and again',
        file: 'server/src/imports/read-in-child.ts',
        from: 'watch.isExceeded || crashes.has(signal) ? tooMuch : null',
        to: 'watch.isExceeded ? tooMuch : null',
      },
    },
    {
      id: 'U7',
      words:
        'Pictures are PNG, JPEG or WebP, are drawn again before they are stored, and are served so that they run nothing.',
      kept: ['server/src/files/pictures.actions.ts', 'server/src/files/files.routes.ts'],
      proof: [
        { file: 'server/src/files/files.test.ts', test: 'PROF-2 U7 a script appended to a picture is not stored' },
        { file: 'server/src/files/files.test.ts', test: 'PROF-2 PROF-1 U7 a picture is redrawn small' },
        { file: 'server/src/cards/card-files.test.ts', test: 'CARD-15 E2 U7 names keep no path' },
      ],
      defect: {
        what: 'the picture is stored as it was sent',
        file: 'server/src/files/pictures.actions.ts',
        from: 'storage.put(whole(picture), picture.length)',
        to: 'storage.put(whole(content), content.length)',
      },
    },
    {
      id: 'U8',
      words:
        'A workbook or document is accepted only if the checksum of every part matches; other files only if they end as they should.',
      kept: ['server/src/platform/sheets/archive.ts', 'server/src/platform/sheets/zip-gate.ts'],
      proof: [
        { file: 'server/src/imports/damaged-files.test.ts', test: 'is rejected, and nothing is booked' },
        {
          file: 'server/src/imports/damaged-files.test.ts',
          test: 'SEC-7 U8 cards and daily rates reject damaged files',
        },
        { file: 'server/src/files/whole-files.test.ts', test: 'SEC-7 U8 a cut .%s is refused' },
      ],
      defect: {
        what: 'the checksum of a part is not compared',
        file: 'server/src/platform/sheets/archive.ts',
        from: '  if (sum !== entry.crc32) throw',
        to: '  if (sum < 0) throw',
      },
    },
    {
      id: 'E1',
      words: 'In exports, text that a spreadsheet would run is neutralised, and numbers stay numbers.',
      kept: ['server/src/platform/sheets/csv.ts', 'server/src/platform/sheets/xlsx-write.ts'],
      proof: [
        { file: 'server/src/platform/sheets/csv.test.ts', test: 'LIST-11 E1 text that a spreadsheet would run' },
        {
          file: 'server/src/platform/sheets/xlsx-write.test.ts',
          test: 'LIST-15 a workbook has real numbers and dates',
        },
        { file: 'server/src/invoices/invoice-documents.test.ts', test: 'no cell is a formula' },
      ],
      defect: {
        what: 'full-width signs are not counted as the start of a formula',
        file: 'server/src/platform/sheets/csv.ts',
        from: '=+\\-@＝＋－＠',
        to: '=+\\-@',
      },
    },
    {
      id: 'E2',
      words: 'The name of a file is for display: it becomes no path and no header.',
      kept: ['server/src/platform/http/content-disposition.ts', 'server/src/platform/http/uploads.ts'],
      proof: [
        { file: 'server/src/platform/storage/storage.test.ts', test: 'E2 file names are for display' },
        { file: 'server/src/files/files.test.ts', test: 'E2 a file name loses paths, line breaks and header quotes' },
      ],
      defect: {
        what: 'the name goes into the header as it is',
        file: 'server/src/platform/http/content-disposition.ts',
        from: "name.replace(/[^\\w. ()-]/g, '_')",
        to: 'name',
      },
    },
    {
      id: 'E3',
      words:
        'Archives and documents are streamed; an error half-way is a broken download, never a complete-looking file.',
      kept: ['server/src/platform/documents/zip-stream.ts', 'server/src/platform/sheets/xlsx-write.ts'],
      proof: [
        { file: 'server/src/invoices/invoice-documents.test.ts', test: 'E3 a ZIP file that fails halfway' },
        { file: 'server/src/platform/sheets/xlsx-write.test.ts', test: 'E3 an error half-way breaks the stream' },
      ],
      defect: {
        what: 'an error ends the archive as if it were complete',
        file: 'server/src/platform/documents/zip-stream.ts',
        from: 'addAll().catch((error: Error) => out.destroy(error))',
        to: 'addAll().catch(() => zip.end())',
      },
    },
    {
      id: 'E5',
      words:
        'Links come from the settings; the Host header only picks a brand among the configured ones, and forwarded hosts and origins pick nothing.',
      kept: ['server/src/sessions/link-mail.ts', 'server/src/process/brands.ts', 'server/src/platform/http/pages.ts'],
      proof: [
        { file: 'server/src/platform/http/pages.test.ts', test: 'BRAND-5 E5 a hostile Host or forwarded header' },
        { file: 'server/src/sessions/password-reset.test.ts', test: 'E5 the link uses the configured address' },
      ],
      defect: {
        what: 'a forwarded host picks the brand',
        file: 'server/src/platform/http/pages.ts',
        from: 'brandOfHost(table, request.headers.host)',
        to: "brandOfHost(table, String(request.headers['x-forwarded-host'] ?? request.headers.host))",
      },
    },
    {
      id: 'H1',
      words: 'Security headers are on every reply, errors and files included, and data is never cached.',
      kept: ['server/src/platform/http/headers.ts', 'server/src/platform/http/errors.ts'],
      proof: [
        { file: 'server/src/platform/http/mechanism.test.ts', test: 'API-4 H1 health, readiness and security headers' },
        { file: 'server/src/files/files.test.ts', test: 'FILE-1 a signed address opens one file' },
      ],
      defect: {
        what: 'a request that the framework rejects gets no security headers',
        file: 'server/src/platform/http/errors.ts',
        from: "reply.headers({ ...securityHeaders, 'x-request-id': reply.request.id })",
        to: "reply.header('x-request-id', reply.request.id)",
      },
    },
  ],
}
