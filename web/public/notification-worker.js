/* A service worker that only answers taps on notifications: it shows the table. Android and iOS web apps show
   notifications only through a service worker. It caches nothing. */

async function showTable(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((one) => one.url === url) ?? windows[0];
  return open ? open.focus() : self.clients.openWindow(url);
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data));
});
