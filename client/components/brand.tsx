import { useAppInfo } from '#client/lib/app-info.ts'
import { useSession } from '#client/lib/session.ts'
import { hasBrand } from '#shared/brand.ts'
import classes from './brand.module.css'

/** The agency's logo or name where it set its own, else the installation's. */
export function Brand() {
  const { app_name, logo } = useAppInfo()
  const { user } = useSession()
  if (user === null || user.agency_name === null || !hasBrand(user.brand)) {
    return <Mark name={app_name} logo={logo} />
  }
  return (
    <div className={classes.own}>
      <Mark name={user.agency_name} logo={user.brand.logo} />
      <span className={classes.by}>by {app_name}</span>
    </div>
  )
}

const Mark = ({ name, logo }: { name: string; logo: string | null }) =>
  logo === null ? (
    <span className={classes.name}>{name}</span>
  ) : (
    <img className={classes.logo} src={logo} alt={name} />
  )
