import './quarantine.css'
import { Button } from '@mantine/core'
import { type MappedCode, providerCodes } from '@portal/contract/booking/product-codes.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { productCodeColumns } from './product-code-columns.tsx'
import { productCodesPath } from './product-codes.paths.ts'

const ProductCodeDialog = lazily(() => import('./ProductCodeDialog.tsx'), 'ProductCodeDialog')
const ProductCodeHistory = lazily(() => import('./ProductCodeHistory.tsx'), 'ProductCodeHistory')

const edit = { label: 'Edit', name: 'Edit {record}', icon: IconPencil } as const
const nameOf = ({ provider, code }: MappedCode) => `${provider} ${code}`

/** The providers' product codes with our products. Codes that are not mapped come first (TXN-15). */
export function ProductCodesPage() {
  const { t } = useTranslation()
  const mayEdit = useCan()(providerCodes.save)
  // Each opening starts with the stored values.
  const { ask, dialog } = useDialog((asked: { code: MappedCode | null; at: number }, frame) => (
    <ProductCodeDialog key={asked.at} stored={asked.code} {...frame} />
  ))
  const open = (code: MappedCode | null) => ask({ code, at: Date.now() })
  const actions = (code: MappedCode): RowAction[] => (mayEdit ? [{ ...edit, onSelect: () => open(code) }] : [])
  return (
    <ListPage
      title="Product Codes"
      path={productCodesPath}
      endpoint={providerCodes.list}
      columns={productCodeColumns}
      nameOf={nameOf}
      empty={{ none: 'No product codes to show', filtered: 'No Record found' }}
      rowActions={actions}
      headActions={
        mayEdit ? (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
            {t('Add product code')}
          </Button>
        ) : null
      }
      expand={(code) => (
        <Suspense fallback={null}>
          <ProductCodeHistory id={code.id} />
        </Suspense>
      )}
    >
      {dialog}
    </ListPage>
  )
}
