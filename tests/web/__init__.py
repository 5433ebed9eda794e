"""The page of clients/web in a real browser, with the services that it needs. Run by `make web`."""
