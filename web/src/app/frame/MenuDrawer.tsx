import { Drawer } from '@mantine/core'
import { brand } from '../../ui/brand.ts'
import { useOpening } from '../../ui/use-opening.ts'
import { MenuLinks } from './MenuLinks.tsx'

/** The menu on screens too narrow for the header. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={useOpening(opened)} onClose={onClose} size={280} title={brand.name}>
      <MenuLinks className="drawer-menu" />
    </Drawer>
  )
}
