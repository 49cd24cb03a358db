// Retries the URL that couldn't be reached, on click and automatically every few seconds.
addEventListener('online', () => location.reload())
document.querySelector('button').addEventListener('click', () => location.reload())
