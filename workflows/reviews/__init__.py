"""Subject, forms, arrival and letters of the processes about reviews."""
