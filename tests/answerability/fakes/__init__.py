"""Small servers on loopback that speak the HTTP interfaces of model providers."""
