import { Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DownloadMenuButton } from './DownloadMenuButton.tsx'
import type { Download } from './list-types.ts'

const byRow = [{ label: 'Download XLSX', format: 'xlsx', Icon: IconFileSpreadsheet }] as const
const byLine = [
  { label: 'Download XLSX by line', format: 'xlsx', Icon: IconFileSpreadsheet },
  { label: 'Download CSV by line', format: 'csv', Icon: IconFileTypeCsv },
] as const

/** Opened by the click that loaded it. */
export function DownloadMenu({ hasLines, onChoose }: { hasLines: boolean; onChoose: (wanted: Download) => void }) {
  const { t } = useTranslation()
  return (
    <Menu defaultOpened position="bottom-end" withinPortal>
      <Menu.Target>
        <DownloadMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        {byRow.map(({ label, format, Icon }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={() => onChoose({ format })}>
            {t(label)}
          </Menu.Item>
        ))}
        {hasLines
          ? byLine.map(({ label, format, Icon }) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => onChoose({ format, by: 'line' })}
              >
                {t(label)}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  )
}
