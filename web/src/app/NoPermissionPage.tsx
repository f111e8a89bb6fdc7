import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { dashboardPath } from '../dashboard/dashboard.paths.ts'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { homeOf } from './frame/menu.ts'

export function NoPermissionPage() {
  const { t } = useTranslation()
  const session = useSession()
  const hasDashboard = session.menuAccess.dashboardMenu.read
  return (
    <div className="panel">
      <MessagePanel
        icon={IconLock}
        heading
        title={t("You don't have permission to access this page, contact your administrator.")}
      >
        <Button component={Link} to={hasDashboard ? dashboardPath : homeOf(session)} variant="default">
          {t(hasDashboard ? 'Back to dashboard' : 'Back')}
        </Button>
      </MessagePanel>
    </div>
  )
}
