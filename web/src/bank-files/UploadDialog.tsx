import './bank-files.css'
import '../imports/importing.css'
import { Button, Group, NativeSelect } from '@mantine/core'
import { FileDrop } from '../imports/FileDrop.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { MappingStep } from './MappingStep.tsx'
import { UploadResult } from './UploadResult.tsx'
import { type BankUpload, useBankUpload } from './use-bank-upload.ts'

type Props = { opened: boolean; onClose: () => void }

/** Choose a bank and its file, map the columns of a new bank once, and see what the file added. */
export function UploadDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  const upload = useBankUpload()
  const close = () => {
    onClose()
    upload.startOver()
  }
  const { step } = upload
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={step.name === 'mapping' ? t('Columns of the bank’s files') : t('Upload bank file')}
      size={step.name === 'file' ? 520 : 'min(860px, 96vw)'}
    >
      {step.name === 'file' ? <FileStep upload={upload} onClose={close} /> : null}
      {step.name === 'mapping' ? (
        <MappingStep key={upload.bank?.version ?? 0} upload={upload} seen={step.seen} />
      ) : null}
      {step.name === 'result' ? <UploadResult result={step.result} onClose={close} onAgain={upload.startOver} /> : null}
    </Dialog>
  )
}

const endings = ['.csv', '.txt'] as const
function FileStep({ upload, onClose }: { upload: BankUpload; onClose: () => void }) {
  const { t } = useTranslation()
  const { banks, bank, file, fault, isBusy } = upload
  return (
    <div className="import-step">
      <NativeSelect
        label={t('Bank')}
        data-autofocus
        data={[
          ...banks.map(({ id, name, currency }) => ({ value: String(id), label: `${name} (${currency})` })),
          { value: '', label: t('New bank') },
        ]}
        value={bank ? String(bank.id) : ''}
        disabled={isBusy}
        onChange={(event) => upload.chooseBank(event.currentTarget.value)}
      />
      <FileDrop
        file={file}
        accept={endings}
        note={t('CSV from your bank, at most 5 MB. Lines known from an earlier file are not added again.')}
        error={fault ? sentence(t, fault) : undefined}
        isDisabled={isBusy}
        onChoose={upload.chooseFile}
      />
      <Group gap={12} justify="flex-end" className="import-buttons">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        {bank ? (
          <Button variant="default" disabled={isBusy} onClick={upload.readColumns}>
            {t('Change the columns')}
          </Button>
        ) : null}
        <Button loading={isBusy} onClick={bank ? () => upload.send(bank) : upload.readColumns}>
          {bank ? t('Upload') : t('Next')}
        </Button>
      </Group>
    </div>
  )
}
