import '../units.css'
import { type ServiceRecord, services } from '@portal/contract/units/upkeep.ts'
import { IconPencil } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { ChosenList } from '../ChosenList.tsx'
import { servicesPath } from '../units.paths.ts'
import { upkeepColumns } from './upkeep-columns.tsx'

const UpkeepDialog = lazily(() => import('./UpkeepDialog.tsx'), 'UpkeepDialog')
const none = 'No services to show'

/** The services that were done, with their files (CARE-2). */
export function UpkeepPage() {
  const can = useCan()
  const { ask, dialog } = useDialog((service: ServiceRecord, frame) => (
    <UpkeepDialog key={`${service.id} ${service.version}`} unit={service} service={service} {...frame} />
  ))
  return (
    <ChosenList title="Services" none={none}>
      {(choice) => (
        <ListPage
          title="Services"
          path={servicesPath}
          endpoint={services.list}
          columns={upkeepColumns}
          nameOf={({ unit_number, day }) => `${unit_number}, ${day}`}
          empty={{ none, filtered: 'No Record found' }}
          remove={services.remove}
          headActions={choice}
          rowActions={(service) =>
            can(services.update)
              ? [{ label: 'Edit', name: 'Edit {record}', icon: IconPencil, look: 'icon', onSelect: () => ask(service) }]
              : []
          }
        >
          {dialog}
        </ListPage>
      )}
    </ChosenList>
  )
}
