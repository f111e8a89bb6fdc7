import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { Meter } from '../ui/record/Meter.tsx'
import { percentText, sizeText } from '../ui/words/figures.ts'
import { quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { FactSection } from './FactSection.tsx'

export function StorageSection({ state: { storage } }: { state: OperationsState }) {
  const { t, language } = useTranslation()
  const size = (bytes: number) => sizeText(bytes, language)
  const { free_bytes, total_bytes, database_bytes, files, file_bytes } = storage
  const used_bytes = total_bytes - free_bytes
  const used = total_bytes > 0 ? (used_bytes / total_bytes) * 100 : null
  return (
    <FactSection id="storage" title={t('Storage')}>
      <Meter
        name={t('Disk of the data folder')}
        used={used_bytes}
        of={total_bytes}
        text={t('{used} of {total} used ({percent})', {
          used: size(used_bytes),
          total: size(total_bytes),
          percent: percentText(used, language, { maximumFractionDigits: 0 }),
        })}
      />
      <dl className="record-facts ops-below">
        <Fact name={t('Database')}>{size(database_bytes)}</Fact>
        <Fact name={t('Files and documents')}>
          {quantityText(files, language)}
          {files > 0 ? ` · ${size(file_bytes)}` : ''}
        </Fact>
      </dl>
    </FactSection>
  )
}
