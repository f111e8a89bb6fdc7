import '../imports/importing.css'
import { Button, Group } from '@mantine/core'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { nameOfLine } from './line-texts.ts'
import type { RefusedLine } from './use-confirming.ts'

type Props = { refused: readonly RefusedLine[]; opened: boolean; onClose: () => void }

/** The lines that were not booked, each with its reason. */
export function RefusedLines({ refused, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Not booked')} size={640}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('Not booked')} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('Payer')}</th>
              <th scope="col">{t('Amount')}</th>
              <th scope="col">{t('Reason')}</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, result }) => (
              <tr key={line.id}>
                <td>{nameOfLine(line)}</td>
                <td data-align="end">{moneyText(line.amount, language, line.currency)}</td>
                <td>{sentence(t, result.message, result.reason ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Group mt={20} justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
    </Dialog>
  )
}
