import type { CallInput, Endpoint } from '@portal/contract/endpoint.ts'
import { type DocumentType, invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { callFile } from '../../api/call.ts'
import { notify } from '../../ui/notify.ts'
import { saveFile } from '../../ui/save-file.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** As the specification words them for each type (INV-8). */
const texts = {
  PDF: { success: 'Invoice Download PDF Successfully', failure: 'Error while Downloading PDF Invoice' },
  CSV: { success: 'Invoice Download CSV Successfully', failure: 'Error while Downloading CSV Invoice' },
} as const satisfies Record<DocumentType, { success: string; failure: string }>

/** A response that is not a file is a failure, whatever its status (INV-15). */
async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ blob: Blob; name: string | undefined }> {
  const file = await callFile(endpoint, input)
  if (!file.blob.type.startsWith('application/json')) return file
  const answer = (await file.blob.text()).trim()
  throw new Error(
    /"APIResult"\s*:\s*"?0/.test(answer) ? 'The invoice could not be created.' : 'The response was not a file.',
  )
}

/** Fetches documents and passes them to the browser. A truncated file is reported as a failure and not saved (E3). */
function useFile<Input>(
  fetchOne: (input: Input) => Promise<{ blob: Blob; name: string | undefined }>,
  typeOf: (input: Input) => DocumentType,
) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: fetchOne,
    onSuccess: ({ blob, name }, input: Input) => {
      saveFile(blob, name ?? `invoice.${typeOf(input).toLowerCase()}`)
      notify.success(t(texts[typeOf(input)].success))
    },
    onError: (error: Error, input: Input) => {
      console.error(`Failed to download file. ${error.message}`)
      notify.failure(t(texts[typeOf(input)].failure), sentence(t, error.message))
    },
  })
}

type One = { id: number; type: DocumentType }
export const useInvoiceDownload = (): UseMutationResult<unknown, Error, One> =>
  useFile<One>(
    ({ id, type }) =>
      fetchFile(type === 'PDF' ? invoiceDocuments.download : invoiceDocuments.downloadCsv, {
        params: { id: String(id) },
      }),
    ({ type }) => type,
  )
export type ChosenBody = { ids: number[] } | { filter: string[] }
type Many = { chosen: ChosenBody; type: DocumentType }
export const useInvoiceExport = (): UseMutationResult<unknown, Error, Many> =>
  useFile<Many>(
    ({ chosen, type }) => fetchFile(invoiceDocuments.export, { body: { ...chosen, type } }),
    ({ type }) => type,
  )
