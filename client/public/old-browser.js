// Loaded by before-paint.js in browsers that can't run the client and would show "Loading..." forever.
const OLDEST = 'Chrome or Edge 117, Firefox 121 or Safari 16.4'

/** Shown in place of "Loading...", or above the page. */
function placeForNotice() {
  const loading = document.querySelector('.first-look [role=status]')
  if (loading !== null) return loading
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.style.cssText = 'margin: 0; padding: 16px; text-align: center'
  return document.body.insertBefore(notice, document.body.firstChild)
}

function sayTooOld() {
  placeForNotice().textContent = [
    'This browser is too old for this page. Please update it, or use',
    OLDEST,
    'or later.',
  ].join(' ')
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', sayTooOld)
else sayTooOld()
