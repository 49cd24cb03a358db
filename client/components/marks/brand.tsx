import { useAppInfo } from '#client/lib/app-info.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import classes from './brand.module.css'
import { Mark } from './mark.tsx'

/** The agency's logo or name if set; otherwise the installation's name, or the product's mark and name. */
export function Brand() {
  const { app_name, logo } = useAppInfo()
  const { user } = useSession()
  if (user === null || user.agency_name === null || !hasBrand(user.brand)) {
    return logo === null ? (
      <span className={classes.own}>
        <Mark size={22} />
        <Name name={app_name} logo={null} />
      </span>
    ) : (
      <Name name={app_name} logo={logo} />
    )
  }
  return (
    <div className={classes.branded}>
      <Name name={user.agency_name} logo={user.brand.logo} />
      <span className={classes.by}>by {app_name}</span>
    </div>
  )
}

const Name = ({ name, logo }: { name: string; logo: string | null }) =>
  logo === null ? (
    <span className={classes.name}>{name}</span>
  ) : (
    <img className={classes.logo} src={logo} alt={name} />
  )
